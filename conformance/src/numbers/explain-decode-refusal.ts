import { isLendingError, type LendingErrorCode } from '../../../packages/core/src/index.ts';
import type { Ledger } from '../report/ledger.ts';
import type { SdkReserve } from '../sdk.ts';
import type { RowName } from './rows.ts';

const RESERVE_SIZE = 8_624;
const KNOWN_STATUSES = 3;
const KNOWN_BASES = 2;
const MOST_DECIMALS = 19;

type SdkDecode = { readonly value: SdkReserve } | { readonly thrown: unknown };

/** Why a reserve account is refused, and whether the SDK's own decoding of the same bytes shows that it is so. */
const REASONS: Partial<Record<LendingErrorCode, readonly [RowName, (sdk: SdkDecode, data: Uint8Array) => boolean]>> = {
  WRONG_SIZE: ['wrongSize', (_, data) => data.length !== RESERVE_SIZE],
  WRONG_DISCRIMINATOR: ['wrongDiscriminator', (sdk) => 'thrown' in sdk && String(sdk.thrown).includes('discriminator')],
  UNSUPPORTED_VERSION: ['versionUnknown', shows((state) => state.version.toString() !== '1')],
  INVALID_DECIMALS: ['decimalsTooLarge', shows((state) => state.liquidity.mintDecimals.gtn(MOST_DECIMALS))],
  UNKNOWN_STATUS: ['statusUnknown', shows((state) => state.config.status >= KNOWN_STATUSES)],
  INVALID_TAKE_RATE: ['takeRateOver', shows((state) => state.config.protocolTakeRatePct > 100)],
  UNKNOWN_INTEREST_RATE_BASIS: ['basisUnknown', shows((state) => (state.config.reserved1[0] ?? 0) >= KNOWN_BASES)],
};

function shows(reason: (state: SdkReserve) => boolean) {
  return (sdk: SdkDecode): boolean => 'value' in sdk && reason(sdk.value);
}

/** Records why ours refused to decode a reserve; a failure where the bytes do not show it. */
export function explainDecodeRefusal(
  ledger: Ledger,
  where: string,
  data: Uint8Array,
  error: unknown,
  sdk: SdkDecode,
): void {
  const reason = isLendingError(error) ? REASONS[error.code] : undefined;
  if (reason === undefined) {
    ledger.expect('reserveFields', false, where, () => `unexplained refusal: ${String(error)}`);
    return;
  }
  const [row, holds] = reason;
  ledger.expect(row, holds(sdk, data), where, () => String(error));
}
