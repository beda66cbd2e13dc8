import { parseArgs } from 'node:util';
import { startFuzzWorld } from './fuzz-world.ts';
import { runFuzz } from './run-fuzz.ts';

// The large run: `TIDEMARK_TEST_POSTGRES_URL=… node … main.ts --seed 1 --random 100000 --max-seconds 600`. One line of JSON.
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    random: { type: 'string', default: '1000' },
    'per-parameter': { type: 'string' },
    'max-seconds': { type: 'string', default: '600' },
  },
});
const world = await startFuzzWorld();
const report = await runFuzz(world, {
  seed: Number(values.seed),
  random: Number(values.random),
  ...(values['per-parameter'] === undefined ? {} : { perParameter: Number(values['per-parameter']) }),
  maxSeconds: Number(values['max-seconds']),
});
await world.api.stop();
process.stdout.write(`${JSON.stringify(report)}\n`);
