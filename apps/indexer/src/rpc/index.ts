export { type BackoffOptions, backoffDelayMs } from './backoff.ts';
export { type Clock, systemClock } from './clock.ts';
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
  type PerformanceSample,
} from './fetch-chain-facts.ts';
export { fetchProgramAddresses } from './fetch-program-addresses.ts';
export { type Commitment, createRpcClient, type RpcClient, type RpcClientConfig } from './rpc-client.ts';
export { RpcError, type RpcErrorCode } from './rpc-error.ts';
