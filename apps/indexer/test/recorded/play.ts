import { playRecording } from './player.ts';

// DATABASE_URL: an empty database. Says as JSON when the recorded world ends.
const [databaseUrl] = process.argv.slice(2);
if (databaseUrl === undefined) throw new Error('usage: play.ts DATABASE_URL');
const { now } = await playRecording(databaseUrl);
process.stdout.write(`${JSON.stringify({ now: now.toISOString() })}\n`);
