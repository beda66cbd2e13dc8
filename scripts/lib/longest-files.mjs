const COUNT = 10;

/**
 * A reporter for vitest: the files that took longest, at the end of a run. `scripts/long-files.ts` is kept from it. The JSON
 * report knows tests only, and what takes long is often done before the first of them.
 */
export default class LongestFiles {
  onTestRunEnd(modules) {
    const files = modules.map((module) => ({ file: module.relativeModuleId, ms: module.diagnostic().duration }));
    process.stdout.write(`\n${describeLongest(files)}\n`);
  }
}

/** One line for each of the longest files, the longest first. */
export function describeLongest(files) {
  const longest = files.toSorted((a, b) => b.ms - a.ms).slice(0, COUNT);
  return longest.map(({ file, ms }) => `${(ms / 1_000).toFixed(1).padStart(7)} s  ${file}`).join('\n');
}
