const NEEDED = [20, 19];

/** What is wrong with a Node version (`20.11.1`), or null. */
export function nodeVersionProblem(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) return null;
  return `Tidemark needs Node ${NEEDED.join('.')} or newer; this is Node ${version}. See https://nodejs.org/en/download`;
}

/** Ends the program with a clear message on a Node that is too old. */
export function checkNode() {
  const problem = nodeVersionProblem(process.versions.node);
  if (problem === null) return;
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}
