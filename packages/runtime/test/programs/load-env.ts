import { z } from 'zod';
import { envFields } from '../../src/env/env-fields.ts';
import { loadEnvOrExit } from '../../src/env/parse-env.ts';

const env = loadEnvOrExit(z.object({ PORT: envFields.port(), HEARTBEAT_MS: envFields.milliseconds() }));
process.stdout.write(`${JSON.stringify(env)}\n`);
