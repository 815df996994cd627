import { useSession } from "../lib/session.ts";

/** The application: who is signed in decides what is drawn. */
export function App() {
  const session = useSession();
  return <p>{session.status}</p>;
}
