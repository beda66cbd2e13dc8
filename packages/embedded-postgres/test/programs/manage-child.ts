import { startManagedProcess } from '../../src/process/managed-process.ts';

// Starts a child that ignores SIGTERM and has a child of its own, says their ids, and waits to be killed.
const script = `
  const helper = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  process.on('SIGTERM', () => {});
  console.log(process.pid + ' ' + helper.pid);
  setInterval(() => {}, 1000);
`;
await startManagedProcess({
  name: 'child',
  command: process.execPath,
  args: ['-e', script],
  env: {},
  stopDeadlineMs: 1_000,
  onLine: (line) => process.stdout.write(`${line}\n`),
});
