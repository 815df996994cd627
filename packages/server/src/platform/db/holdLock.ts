import { lockDataFolder } from "./dataFolderLock.ts";

// A child process of dataFolderLock.test.ts: says whether it got the lock of the folder it is given, and if so keeps it until
// its standard input ends.
try {
  lockDataFolder(String(process.argv[2]));
  process.stdout.write("held\n");
  process.stdin.resume();
} catch (error) {
  process.stdout.write(`${String(error)}\n`);
}
