/** One line of the report. */
export interface Row {
  /** `field`: decoded values. `number`: must agree. `known`: differs on purpose, by no more than stated. */
  readonly kind: 'field' | 'number' | 'known';
  readonly what: string;
  /** How far apart the two may be, for numbers; by how much and why they differ, for known differences. */
  readonly tolerance: string;
  /** Where the tolerance comes from. */
  readonly why: string;
}

// h = 2^-53, half a unit in the last place of a double; d = 5e-20, half a unit of the SDK's default 20 digits;
// D = 5e-40, of its 40-digit fractions; s = 2^-60, one unit of the program's fixed point; c = growth over the slots;
// f = 500 ms / slot duration.
const DIGITS_40 = 'the SDK divides by 2^60 in 40 digits';
const NEAREST = 'ours is the nearest double of the exact value: half a unit in the last place';
const GROWTH =
  "the program cuts the per-slot base and each term of the cubic off at s (about n·s together), the SDK rounds them to 20 digits; both times the debt, plus the curve's own rounding times dc/dr";

/** The only table of tolerances: every comparison names its row. */
export const ROWS = {
  reserveFields: row('field', 'Reserve: every field', 'equal', 'integers, flags, addresses and bytes'),
  marketFields: row('field', 'LendingMarket: every field', 'equal', 'integers, flags, addresses and bytes'),
  newerFields: row(
    'field',
    'Reserve: fields newer than 8.0.2',
    'equal',
    "against the SDK's reserved bytes and padding words",
  ),
  encodedBytes: row(
    'field',
    'account bytes: our encoder and theirs',
    'equal',
    'all bytes, our fields written onto the same padding',
  ),

  available: row('number', 'available amount (base units)', 'exact', 'an integer on both sides'),
  borrowed: row('number', 'borrowed amount (base units)', 'D·x', DIGITS_40),
  fees: row('number', 'protocol, referrer and pending fees (base units)', 'D·x', DIGITS_40),
  cumulative: row('number', 'cumulative borrow rate', 'D·x', DIGITS_40),
  totalSupply: row(
    'number',
    'total supply (base units)',
    '4d·(available + borrowed)',
    'four sums in 20 digits; each rounds at most half a digit of the largest partial sum',
  ),
  amounts: row('number', 'available, supplied, borrowed (tokens, double)', 'h·x + 4d·(a + b)', NEAREST),
  price: row('number', 'price in the account (USD, double)', 'h·x', NEAREST),
  usd: row(
    'number',
    'supplied and borrowed value (USD, double)',
    'h·x + 3d·x + 4d·(a + b)·price',
    `${NEAREST}; the SDK multiplies and divides in 20 digits`,
  ),
  utilization: row(
    'number',
    'utilization (double)',
    '2h·x + s + x·4d·(a + b)/supply',
    'both round once to a double; the program cuts the quotient off at s',
  ),
  collateralRate: row(
    'number',
    'cTokens of one base unit',
    'x·(2d + 4d·(a + b)/supply) + s',
    'the SDK divides in 20 digits, ours is cut off at s',
  ),
  hostRate: row('number', 'host fixed rate', 's', 'basis points are cut off at s in the program'),
  loanFees: row('number', 'origination and flash-loan fee', 'D·x', DIGITS_40),
  borrowApr: row(
    'number',
    'borrow APR (double)',
    'f·(slope·(4h + Δu) + 8h·rate + 4s) + 4h·x',
    'the SDK interpolates in doubles between knots that are themselves rounded; slope is that of the steepest segment within reach of Δu, the tolerance of the utilization',
  ),
  supplyApr: row(
    'number',
    'supply APR (double), no slot elapsed',
    'u·(1 − take)·Δrate + rate·Δu + 8h·x + h·u·rate',
    'products in doubles; 1 − take/100 loses up to h by cancellation',
  ),
  growth: row('number', 'future cumulative borrow rate', 'x·(n·s + 1e-18·c + dc/dr·Δrate)/c', GROWTH),
  accruedDebt: row('number', 'debt after n slots, f = 1', 'debt·Δc + s', GROWTH),
  accruedFees: row(
    'number',
    'protocol and pending referrer fees after n slots, f = 1',
    'take·Δdebt + debt·Δc(host) + interest·2s + 4s',
    'the program cuts percentages and products off at s',
  ),
  accruedSupply: row(
    'number',
    'total supply after n slots, f = 1',
    'Δdebt + Δfees + 4d·(a + b)',
    'sum of the tolerances of its parts',
  ),
  accruedUtilization: row(
    'number',
    'utilization after n slots, f = 1',
    '2h·x + s + x·(Δdebt/debt + Δsupply/supply)',
    'quotient of two toleranced values',
  ),
  accruedApr: row(
    'number',
    'borrow APR after n slots, f = 1',
    'as borrow APR, with Δu after n slots',
    'the same curve at the accrued utilization',
  ),
  symbol: row('number', 'token symbol, market name, quote currency', 'equal', 'text; other texts are listed below'),
  status: row('number', 'reserve status', 'equal', 'by name'),
  settings: row(
    'number',
    'LTV, liquidation threshold, bonuses, take rate, limits',
    '3h·x',
    "the SDK's quotient of two integers, in doubles",
  ),
  capUsed: row(
    'number',
    'withdrawal caps used in the interval',
    'exact',
    'integers; intervals of 0 seconds mean no cap and are left out',
  ),
  freelyAvailable: row(
    'number',
    'available without queued withdrawals',
    '1 + 6d·(a + queued)',
    'ours is cut off to whole base units',
  ),

  apy: known(
    'borrow and supply APY',
    '7.01e-9·(1 + APY) + Δapr·(1 + APY)',
    'the SDK rounds 1 + APR/63,072,000 to a double before raising it: n·2^-53 = 7.0e-9',
  ),
  knotRate: known(
    'rate within half a basis point of a knot',
    'f·slope·0.5 bp + Δrate',
    "the program gives the knot's rate, the SDK interpolates; ours must be the knot's rate exactly",
  ),
  knotAccrual: known(
    'accrual from within half a basis point of a knot',
    'debt·dc/dr·slope·0.5 bp + Δdebt',
    'as above, in the rate that interest grows by',
  ),
  slotFactor: known(
    'debt and supply after n slots, f ≠ 1',
    'as predicted: the curve rate times f; interest over ours within f..f³',
    'the SDK scales the rate by f and still counts slots',
  ),
  slotFactorApr: known(
    'borrow APR after n slots, f ≠ 1',
    'as predicted from its own utilization',
    "follows from the SDK's overstated debt",
  ),
  staleUtilization: known(
    'supply APR after n slots',
    'ours · stale utilization / accrued utilization',
    'the SDK multiplies the estimated rate by the utilization of the last refresh',
  ),
  estimatedCumulative: known(
    'estimated cumulative borrow rate',
    "grown by the SDK's own borrow APR",
    'the SDK grows it by the slot-adjusted APR at the estimated utilization; the program by the rate of the last refresh',
  ),
  before117: known(
    'cumulative borrow rate, program before 1.17',
    'ours as predicted: b², b³ cut off',
    'the older program cuts b² and b³ off before multiplying them up; where that leaves nothing, interest is linear',
  ),
  timeBasisApr: known(
    'borrow and supply APR on the time basis',
    "ours · f is the SDK's",
    '8.0.2 knows no time basis and applies f to every reserve',
  ),
  timeBasisApy: known(
    'APY on the time basis',
    '(1 + APY)·APR²/2·(1/31,536,000) + 7.01e-9·(1 + APY)',
    '31,536,000 compoundings a year against 63,072,000',
  ),
  timeBasisGrowth: known(
    'cumulative rate over t seconds against 2t slots',
    'x·n·b²·(1 + n·b) + Δc',
    'half the compoundings of the same rate over the same time',
  ),
  rewards: known(
    'total supply with reserve rewards',
    'ours − rewards',
    '8.0.2 has the fields but does not pay the rewards out',
  ),
  fixedTerm: known(
    'borrow APR of a fixed-term reserve, flat curve',
    'Δrate',
    'the SDK has a second method for it, on the first knot; equal where the curve is flat',
  ),
  oraclePrice: known(
    'values at another price',
    "ours · other price / account's price",
    'the SDK values with the price it is handed, ours with the one in the account',
  ),
  unpriced: known('values without a price', 'ours null, SDK a number', 'a price of 0 is unknown, not worth nothing'),
  flashLoanDisabled: known(
    'flash-loan fee, disabled',
    'ours null, SDK 0',
    'u64::MAX means disabled; 0 would look like free',
  ),
  borrowFactorBelowOne: known(
    'borrow factor',
    'ours max(1, SDK)',
    'the program applies at least 1; the SDK shows the field',
  ),
  symbolBytes: known(
    'symbol with bytes that are not plain ASCII',
    'ours UTF-8, SDK Latin-1 without zeros',
    'the program reads UTF-8 and trims trailing NULs',
  ),
  nameBytes: known(
    'market name with a NUL inside or a byte order mark',
    'NUL shown as U+FFFD; mark kept',
    'Postgres cannot store a NUL, and nothing may vanish from a name',
  ),
  statusUnknown: known(
    'status byte above 2',
    'ours refuses, SDK says Active',
    'a status that nobody described is never called active',
  ),
  takeRateOver: known(
    'protocol take rate above 100 %',
    'ours refuses, SDK gives a negative supply APR',
    'suppliers would pay to lend',
  ),
  referralFeeOver: known(
    'referral fee of a market above 100 %',
    'ours refuses, SDK continues',
    "the protocol's part of the interest would be negative",
  ),
  basisUnknown: known(
    'interest rate basis byte above 1',
    'ours refuses, SDK ignores',
    'it decides every rate; 8.0.2 does not know it',
  ),
  versionUnknown: known('account version other than 1', 'ours refuses, SDK ignores', 'the program refuses it'),
  decimalsTooLarge: known(
    'more than 19 decimals',
    'ours refuses, SDK continues',
    "10^20 does not fit the program's u64",
  ),
  wrongSize: known(
    'account of another size',
    'ours refuses; SDK accepts longer ones',
    'the size is part of the account type',
  ),
  wrongDiscriminator: known('another discriminator', 'both refuse', 'not the account type'),
  slotBefore: known(
    'slot before the last refresh',
    'ours refuses, SDK clamps to 0 slots',
    'the program fails; a batch from the past is an error to see',
  ),
  slotBeforeOnTime: known(
    'slot before the last refresh, on the time basis',
    'both go on',
    'the program counts seconds there, and none where the clock is not later',
  ),
  negativeSupply: known(
    'fees above available + borrowed',
    'ours refuses, SDK gives negative utilization',
    'the program panics',
  ),
  overflow: known(
    'beyond u128 or u256',
    'ours refuses, SDK continues',
    'the program panics; some exact quantity must overflow',
  ),
  rateRange: known(
    'APY beyond every double',
    'ours refuses, SDK gives Infinity',
    'nothing that is not finite is published',
  ),
  curveRefused: known(
    'curve without a rising segment at the utilization',
    'ours refuses, SDK throws or extrapolates',
    "the program's rule says so too",
  ),
  curveImproper: known(
    'curve the program would never store',
    "ours is the program's rule exactly",
    'the SDK picks another segment, or throws a string',
  ),
  sdkWidth: known('fields above 2^53', 'SDK throws', 'it reads times, slots and the borrow factor as JS numbers'),
  sdkDigits: known(
    'supply below the digits of the SDK',
    '4d·(a + b) exceeds the supply',
    'available, borrowed and fees cancel beyond its 20 digits',
  ),
} as const satisfies Readonly<Record<string, Row>>;

export type RowName = keyof typeof ROWS;

function row(kind: Row['kind'], what: string, tolerance: string, why: string): Row {
  return { kind, what, tolerance, why };
}

function known(what: string, tolerance: string, why: string): Row {
  return row('known', what, tolerance, why);
}
