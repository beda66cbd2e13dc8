import { createLogger, createShutdown, routeConsole, Watchdog } from '@tidemark/runtime';
import { loadIndexerEnv } from './config.ts';
import { Indexer } from './indexer.ts';
import { StartError } from './wait-until-available.ts';

const { config, logLevel, shutdownDeadlineMs } = loadIndexerEnv();
const logger = createLogger({ name: 'indexer', level: logLevel });
routeConsole(logger);
const shutdown = createShutdown({ logger, deadlineMs: shutdownDeadlineMs });
const watchdog = new Watchdog({ logger, shutdown });
const indexer = new Indexer(config, { logger, watchdog });
shutdown.add('indexer', () => indexer.stop());
shutdown.listen();

try {
  await indexer.start();
} catch (error) {
  if (!shutdown.signal.aborted) {
    const code = error instanceof StartError ? error.exitCode : 1;
    if (error instanceof StartError) process.stderr.write(`indexer cannot start: ${error.message}\n`);
    else logger.fatal({ err: error }, 'indexer cannot start');
    await shutdown.run('the start failed', code);
  }
}
