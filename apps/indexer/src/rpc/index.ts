export { displayHost, Endpoint, type RpcAttempt } from './endpoint.ts';
export {
  ACCOUNTS_METHOD,
  type AnswerFault,
  type FetchAccountsOptions,
  type FetchedAccounts,
  fetchAccounts,
} from './fetch-accounts.ts';
export {
  fetchGenesisHash,
  fetchPerformanceSamples,
  fetchSlot,
  fetchVersion,
  type PerformanceSample,
} from './fetch-chain.ts';
export { type BytesAt, fetchProgramAddresses, fetchProgramSizes } from './list-accounts.ts';
export { type BackoffOptions, backoffDelayMs, type Clock, CoolDown, systemClock } from './pacing.ts';
export { cadenceTerms, type CallTerms, type Commitment, MAX_ACCOUNTS_PER_CALL, type Rpc } from './rpc.ts';
export { RpcClient, type RpcClientConfig } from './rpc-client.ts';
export { RpcError, type RpcErrorCode } from './rpc-error.ts';
export { standsAfterMs } from './slot-watch.ts';
