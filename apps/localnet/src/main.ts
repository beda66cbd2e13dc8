import { createLogger, routeConsole, createShutdown, EnvError, EXIT_CONFIG, type Logger } from '@tidemark/runtime';
import { createLocalnet, type Localnet } from './create-localnet.ts';
import { AccountFolderError } from './files/load-account-folder.ts';
import { PortError } from './server/listen.ts';
import { asksForHelp, HELP, type ReadSettings, readSettings } from './settings/read-settings.ts';

const EXIT_FAILURE = 1;

const settings = readSettingsOrExit();
const logger = createLogger({ name: 'localnet', level: settings.logLevel });
routeConsole(logger);
const shutdown = createShutdown({ logger });
shutdown.listen();
const localnet = await startOrExit(settings, logger);
shutdown.add('localnet', () => localnet.close());
printReady(localnet);

function readSettingsOrExit(): ReadSettings {
  try {
    const args = process.argv.slice(2);
    if (!asksForHelp(args)) return readSettings(args, process.env);
    process.stdout.write(HELP);
    return process.exit(0);
  } catch (error) {
    if (!(error instanceof EnvError || error instanceof TypeError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return process.exit(EXIT_CONFIG);
  }
}

async function startOrExit({ options }: ReadSettings, log: Logger): Promise<Localnet> {
  try {
    return await createLocalnet({ ...options, logger: log });
  } catch (error) {
    if (error instanceof AccountFolderError || error instanceof PortError) {
      process.stderr.write(`localnet: ${error.message}\n`);
    } else {
      log.fatal({ err: error }, 'localnet could not start');
    }
    return process.exit(EXIT_FAILURE);
  }
}

/** One line that other programs wait for; written past the logger, so that no log level hides it. */
function printReady(ready: Localnet): void {
  const { rpcUrl, wsUrl, genesisHash } = ready;
  process.stdout.write(
    `${JSON.stringify({ msg: 'localnet ready', rpcUrl, wsUrl, genesisHash, slot: ready.currentSlot() })}\n`,
  );
}
