import { lockDataFolder } from "./dataFolderLock.ts";

// A child process of dataFolderLock.test.ts: tries to lock the given folder, prints the result, and holds the lock
// until its standard input ends.
try {
  lockDataFolder(String(process.argv[2]));
  process.stdout.write("locked\n");
  process.stdin.resume();
} catch (error) {
  process.stdout.write(`${String(error)}\n`);
}
