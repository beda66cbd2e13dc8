import { pinnedPnpm, rootDir } from './repository.mjs';
import { runOrExit, runQuietlyOrExit } from './run.mjs';

/** Nothing here asks questions or talks to anybody but the package registry. */
export const quietEnv = {
  ...process.env,
  DO_NOT_TRACK: '1',
  TURBO_TELEMETRY_DISABLED: '1',
  TURBO_NO_UPDATE_NOTIFIER: '1',
  npm_config_update_notifier: 'false',
  npm_config_fund: 'false',
  npm_config_audit: 'false',
};

/**
 * Runs the pinned pnpm by way of `npx`, which also puts it on the PATH of whatever it starts (turbo looks for it there).
 * npx asks the registry only for what its cache lacks.
 */
export async function pnpm(args, { quiet = false } = {}) {
  // pnpm would take npx's log level for its own.
  const npx = ['--yes', '--prefer-offline', '--loglevel=error', pinnedPnpm(), '--loglevel=info', ...args];
  await (quiet ? runQuietlyOrExit : runOrExit)('npx', npx, { cwd: rootDir, env: quietEnv });
}
