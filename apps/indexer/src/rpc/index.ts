export { displayHost, type RpcAttempt } from './endpoint.ts';
export {
  type FetchAccountsOptions,
  type FetchedAccounts,
  fetchAccounts,
  MAX_ACCOUNTS_PER_CALL,
} from './fetch-accounts.ts';
export {
  fetchBlockTime,
  fetchGenesisHash,
  fetchPerformanceSamples,
  fetchProgramAddresses,
  type BytesAt,
  type PerformanceSample,
} from './fetch-chain.ts';
export { type BackoffOptions, backoffDelayMs, type Clock, CoolDown, systemClock } from './pacing.ts';
export { type Commitment, RpcClient, type RpcClientConfig } from './rpc-client.ts';
export { RpcError, type RpcErrorCode } from './rpc-error.ts';
