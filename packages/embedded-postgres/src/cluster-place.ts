import { join } from 'node:path';
import { findBinaries, type PostgresBinaries, probeServerMajor } from './binaries.ts';
import { canEnter, EmbeddedPostgresError, findServerAccount, type ServerAccount } from './server-account.ts';
import { waitForPreviousServer } from './previous-server.ts';
import { ensureStagingBase, stageBinaries, stageDataDir } from './staging.ts';

/** Who runs the server, with which programs, on which folder. */
export interface ClusterPlace {
  readonly account: ServerAccount | null;
  readonly binaries: PostgresBinaries;
  readonly serverMajor: number;
  readonly clusterDir: string;
  /** The folder of ours that holds the cluster when the data folder is out of the account's reach, else null. */
  readonly stagedDir: string | null;
}

export interface PlaceRequest {
  readonly home: string;
  readonly notice: ((message: string) => void) | undefined;
  readonly stagingBases: readonly string[];
}

/**
 * Finds programs and a folder that the server's user can reach, staging what he cannot (as root, in a project below a
 * closed home). No server runs on the cluster afterwards.
 */
export async function findClusterPlace(request: PlaceRequest): Promise<ClusterPlace> {
  const account = await findServerAccount(join(request.home, 'cluster'));
  const found = await findReachableBinaries(request, account);
  const stagedDir = await findStagedDir(request, account);
  const staged = [found.stagedIn, stagedDir].filter((dir) => dir !== null);
  if (staged.length > 0) {
    request.notice?.(
      `The user ${account?.name ?? ''} that Postgres runs as cannot reach this folder; its files are in ${staged.join(' and ')}.`,
    );
  }
  const clusterDir = join(stagedDir ?? request.home, 'cluster');
  await waitForPreviousServer(clusterDir);
  return { account, binaries: found.binaries, serverMajor: found.major, clusterDir, stagedDir };
}

async function findReachableBinaries(
  request: PlaceRequest,
  account: ServerAccount | null,
): Promise<{ binaries: PostgresBinaries; major: number; stagedIn: string | null }> {
  const binaries = await findBinaries();
  const direct = await probeServerMajor(binaries, account);
  if (direct.major !== null) return { binaries, major: direct.major, stagedIn: null };
  let problem = direct.problem;
  if (account !== null) {
    const copy = await stageBinaries(binaries, await ensureStagingBase(request.stagingBases));
    const staged = await probeServerMajor(copy, account);
    if (staged.major !== null) return { binaries: copy, major: staged.major, stagedIn: copy.root };
    problem = staged.problem;
  }
  throw new EmbeddedPostgresError('BINARIES_MISSING', 'The embedded Postgres cannot be run on this system.', {
    serverLog: problem,
  });
}

/** The folder below a staging base that holds the cluster, or null where the account reaches the data folder. */
async function findStagedDir(request: PlaceRequest, account: ServerAccount | null): Promise<string | null> {
  if (account === null || (await canEnter(account, request.home))) return null;
  return await stageDataDir(request.home, await ensureStagingBase(request.stagingBases));
}
