-- What happened to each reserve in a quarter of an hour, an hour and a day (UTC), sums over reserves, and what was corrected afterwards.

-- A bucket without what the rest of the row, or the reserve, says; `lend.reserve_hourly` and its two neighbours put it
-- together. What is left out, and what stands in its place: `open_at`, `close_at`: null where the edge is that of the
-- bucket. `elapsed_seconds`: null of a whole one; `observed_seconds`: null where all of it. Exact numbers and the time
-- of the price at the open, and doubles of open, lowest, highest and mean: null where they are what the close has (the
-- lowest: the lower of open and close; the highest: the higher). Where such a value is not known and that is, NaN or
-- -infinity: of means, of numbers in USD and of the time of the price alone. Parts of interest that few protocols have:
-- null for 0 beside parts that are known. Proofs: by number. `priced_seconds`: null for all of the time that has passed
-- where there is a sum in USD, for none of it where there is not.
CREATE TABLE lend.reserve_hours (
  bucket_start timestamptz NOT NULL,
  open_slot bigint,
  close_slot bigint,
  open_at timestamptz,
  close_at timestamptz,
  open_observed_at timestamptz,
  close_observed_at timestamptz,
  open_price_updated_at timestamptz,
  close_price_updated_at timestamptz,
  available_amount_open_f lend.finite, available_amount_min_f lend.finite, available_amount_max_f lend.finite,
    available_amount_twavg_f lend.finite_or_unknown, available_amount_close_f lend.finite,
  supplied_amount_open_f lend.finite, supplied_amount_min_f lend.finite, supplied_amount_max_f lend.finite,
    supplied_amount_twavg_f lend.finite_or_unknown, supplied_amount_close_f lend.finite,
  borrowed_amount_open_f lend.finite, borrowed_amount_min_f lend.finite, borrowed_amount_max_f lend.finite,
    borrowed_amount_twavg_f lend.finite_or_unknown, borrowed_amount_close_f lend.finite,
  available_amount_usd_open_f lend.finite_or_unknown, available_amount_usd_min_f lend.finite_or_unknown,
    available_amount_usd_max_f lend.finite_or_unknown, available_amount_usd_twavg_f lend.finite_or_unknown,
    available_amount_usd_close_f lend.finite,
  supplied_amount_usd_open_f lend.finite_or_unknown, supplied_amount_usd_min_f lend.finite_or_unknown,
    supplied_amount_usd_max_f lend.finite_or_unknown, supplied_amount_usd_twavg_f lend.finite_or_unknown,
    supplied_amount_usd_close_f lend.finite,
  borrowed_amount_usd_open_f lend.finite_or_unknown, borrowed_amount_usd_min_f lend.finite_or_unknown,
    borrowed_amount_usd_max_f lend.finite_or_unknown, borrowed_amount_usd_twavg_f lend.finite_or_unknown,
    borrowed_amount_usd_close_f lend.finite,
  price_usd_open_f lend.finite_or_unknown, price_usd_min_f lend.finite_or_unknown,
    price_usd_max_f lend.finite_or_unknown, price_usd_twavg_f lend.finite_or_unknown, price_usd_close_f lend.finite,
  utilization_open_f lend.finite, utilization_min_f lend.finite, utilization_max_f lend.finite,
    utilization_twavg_f lend.finite_or_unknown, utilization_close_f lend.finite,
  borrow_apr_open_f lend.finite, borrow_apr_min_f lend.finite, borrow_apr_max_f lend.finite,
    borrow_apr_twavg_f lend.finite_or_unknown, borrow_apr_close_f lend.finite,
  borrow_apy_open_f lend.finite, borrow_apy_min_f lend.finite, borrow_apy_max_f lend.finite,
    borrow_apy_twavg_f lend.finite_or_unknown, borrow_apy_close_f lend.finite,
  supply_apr_open_f lend.finite, supply_apr_min_f lend.finite, supply_apr_max_f lend.finite,
    supply_apr_twavg_f lend.finite_or_unknown, supply_apr_close_f lend.finite,
  supply_apy_open_f lend.finite, supply_apy_min_f lend.finite, supply_apy_max_f lend.finite,
    supply_apy_twavg_f lend.finite_or_unknown, supply_apy_close_f lend.finite,
  rewards_apr_open_f lend.finite, rewards_apr_min_f lend.finite, rewards_apr_max_f lend.finite,
    rewards_apr_twavg_f lend.finite_or_unknown, rewards_apr_close_f lend.finite,
  borrow_apy_realised_f lend.finite,
  supply_apy_realised_f lend.finite,
  computed_at timestamptz NOT NULL DEFAULT now(),
  change_id bigint NOT NULL DEFAULT 0,
  reserve_id integer NOT NULL,
  observations integer,
  snapshots integer NOT NULL,
  observed_seconds integer,
  elapsed_seconds integer,
  rollup_version smallint NOT NULL,
  open_proof smallint,
  close_proof smallint,
  open_price_status smallint,
  close_price_status smallint,
  final boolean NOT NULL,
  quality text NOT NULL,
  gap_reason text,
  interest_rate_basis text,
  open_available_amount_raw numeric(20),
  open_borrowed_amount_sf numeric(39),
  open_total_supply_sf numeric(40),
  open_cumulative_borrow_rate_bsf numeric(78),
  open_collateral_supply_raw numeric(20),
  open_market_price_sf numeric(39),
  close_available_amount_raw numeric(20),
  close_borrowed_amount_sf numeric(39),
  close_total_supply_sf numeric(40),
  close_cumulative_borrow_rate_bsf numeric(78),
  close_collateral_supply_raw numeric(20),
  close_market_price_sf numeric(39),
  interest_supply_side_sf numeric(40),
  interest_protocol_sf numeric(40),
  interest_referrer_max_sf numeric(40),
  interest_host_sf numeric(40),
  interest_supply_side_usd_sf numeric(80),
  interest_protocol_usd_sf numeric(80),
  interest_referrer_max_usd_sf numeric(80),
  interest_host_usd_sf numeric(80),
  priced_seconds integer,
  PRIMARY KEY (reserve_id, bucket_start),
  CONSTRAINT edges_are_whole CHECK ((open_slot IS NULL) = (close_slot IS NULL)
    AND (open_slot IS NULL) = (open_observed_at IS NULL) AND (num_nulls(close_slot, close_observed_at,
    close_available_amount_raw, close_borrowed_amount_sf, close_total_supply_sf, close_cumulative_borrow_rate_bsf,
    close_collateral_supply_raw, close_market_price_sf, available_amount_close_f, supplied_amount_close_f,
    borrowed_amount_close_f, utilization_close_f, borrow_apr_close_f, borrow_apy_close_f, supply_apr_close_f,
    supply_apy_close_f, rewards_apr_close_f) IN (0, 17)) AND (close_slot IS NOT NULL OR num_nonnulls(open_at, close_at,
    open_price_updated_at, close_price_updated_at, open_available_amount_raw, open_borrowed_amount_sf,
    open_total_supply_sf, open_cumulative_borrow_rate_bsf, open_collateral_supply_raw, open_market_price_sf,
    available_amount_open_f, supplied_amount_open_f, borrowed_amount_open_f, available_amount_usd_open_f,
    supplied_amount_usd_open_f, borrowed_amount_usd_open_f, price_usd_open_f, utilization_open_f, borrow_apr_open_f,
    borrow_apy_open_f, supply_apr_open_f, supply_apy_open_f, rewards_apr_open_f, available_amount_min_f,
    supplied_amount_min_f, borrowed_amount_min_f, available_amount_usd_min_f, supplied_amount_usd_min_f,
    borrowed_amount_usd_min_f, price_usd_min_f, utilization_min_f, borrow_apr_min_f, borrow_apy_min_f,
    supply_apr_min_f, supply_apy_min_f, rewards_apr_min_f, available_amount_max_f, supplied_amount_max_f,
    borrowed_amount_max_f, available_amount_usd_max_f, supplied_amount_usd_max_f, borrowed_amount_usd_max_f,
    price_usd_max_f, utilization_max_f, borrow_apr_max_f, borrow_apy_max_f, supply_apr_max_f, supply_apy_max_f,
    rewards_apr_max_f, available_amount_twavg_f, supplied_amount_twavg_f, borrowed_amount_twavg_f,
    available_amount_usd_twavg_f, supplied_amount_usd_twavg_f, borrowed_amount_usd_twavg_f, price_usd_twavg_f,
    utilization_twavg_f, borrow_apr_twavg_f, borrow_apy_twavg_f, supply_apr_twavg_f, supply_apy_twavg_f,
    rewards_apr_twavg_f, available_amount_usd_close_f, supplied_amount_usd_close_f, borrowed_amount_usd_close_f,
    price_usd_close_f) = 0)),
  CONSTRAINT interest_balances CHECK ((num_nulls(interest_supply_side_sf, interest_protocol_sf) IN (0, 2))
    AND (num_nulls(interest_supply_side_usd_sf, interest_protocol_usd_sf) IN (0, 2))
    AND (interest_supply_side_sf IS NOT NULL OR num_nonnulls(interest_referrer_max_sf, interest_host_sf) = 0)
    AND (interest_supply_side_usd_sf IS NOT NULL OR num_nonnulls(interest_referrer_max_usd_sf,
    interest_host_usd_sf) = 0)),
  CONSTRAINT missing_has_no_numbers CHECK ((quality = 'missing') = (close_slot IS NULL)),
  CONSTRAINT priced_is_a_count CHECK (priced_seconds >= 0),
  CONSTRAINT quality_is_known CHECK (quality IN ('ok', 'partial', 'missing')),
  CONSTRAINT statuses_are_bytes CHECK (open_proof BETWEEN 1 AND 3 AND close_proof BETWEEN 1 AND 3
    AND open_price_status BETWEEN 0 AND 255 AND close_price_status BETWEEN 0 AND 255)
);
CREATE INDEX reserve_hours_bucket_start_idx ON lend.reserve_hours (bucket_start);
CREATE INDEX reserve_hours_change_id_idx ON lend.reserve_hours USING brin (change_id) WITH (pages_per_range = 32);

CREATE TABLE lend.reserve_quarters (LIKE lend.reserve_hours INCLUDING DEFAULTS INCLUDING CONSTRAINTS, PRIMARY KEY (reserve_id, bucket_start));
CREATE INDEX reserve_quarters_change_id_idx ON lend.reserve_quarters USING brin (change_id) WITH (pages_per_range = 32);

CREATE TABLE lend.reserve_days (LIKE lend.reserve_hours INCLUDING DEFAULTS INCLUDING CONSTRAINTS, PRIMARY KEY (reserve_id, bucket_start));
CREATE INDEX reserve_days_bucket_start_idx ON lend.reserve_days (bucket_start);
CREATE INDEX reserve_days_change_id_idx ON lend.reserve_days USING brin (change_id) WITH (pages_per_range = 32);

ALTER TABLE lend.reserve_quarters ADD CONSTRAINT counts_are_counts CHECK (observations >= 0 AND snapshots >= 0 AND observed_seconds >= 0
  AND coalesce(elapsed_seconds, 900) >= coalesce(observed_seconds, elapsed_seconds, 900));
ALTER TABLE lend.reserve_hours ADD CONSTRAINT counts_are_counts CHECK (observations >= 0 AND snapshots >= 0 AND observed_seconds >= 0
  AND coalesce(elapsed_seconds, 3600) >= coalesce(observed_seconds, elapsed_seconds, 3600));
ALTER TABLE lend.reserve_days ADD CONSTRAINT counts_are_counts CHECK (observations >= 0 AND snapshots >= 0 AND observed_seconds >= 0
  AND coalesce(elapsed_seconds, 86400) >= coalesce(observed_seconds, elapsed_seconds, 86400));

-- For each day (UTC) of a reserve the number of the transaction that added, changed or deleted a bucket of it last, of
-- any width: what is answered of closed buckets is known to be unchanged by the numbers of its days, without a read of
-- their rows. Each commit writes its own number, so that one that was seen never comes back.
CREATE TABLE lend.bucket_revisions (
  reserve text COLLATE "C" NOT NULL,
  day timestamptz NOT NULL,
  revision bigint NOT NULL,
  PRIMARY KEY (reserve, day)
);

-- Totals over the reserves of a market, a token, a protocol and the benchmark, by hour, four hours and day, as they are
-- published, and the exact sums that they are made of: made from the buckets by the rollup, and of all protocols together
-- (`all`) from the sums of each. `part` tells apart what sums over several markets count and what they do not: `listed`
-- reserves, those of them that lend on through one of a listed market (`wrapping`) and those of markets that are not
-- listed (`unlisted`); a market has one row, `all`.
CREATE TABLE lend.bucket_totals (
  -- Or `all`.
  protocol text NOT NULL CHECK (protocol <> ''),
  subject_kind text NOT NULL CHECK (subject_kind IN ('market', 'token', 'protocol', 'benchmark')),
  -- Address; empty for the protocol.
  subject text COLLATE "C" NOT NULL,
  width_seconds integer NOT NULL CHECK (width_seconds IN (3600, 14400, 86400)),
  bucket_start timestamptz NOT NULL,
  part text COLLATE "C" NOT NULL CHECK (part IN ('all', 'listed', 'wrapping', 'unlisted')),
  reserve_count integer NOT NULL,
  reserves_expected integer NOT NULL,
  reserves_observed integer NOT NULL,
  -- Of the observed ones those observed throughout, of the priced ones those whose price has no time, and those that have a gap.
  whole integer NOT NULL,
  priced_reserve_count integer NOT NULL,
  unjudged_reserve_count integer NOT NULL,
  undated integer NOT NULL,
  gaps integer NOT NULL,
  observed_seconds double precision NOT NULL,
  elapsed_seconds double precision NOT NULL,
  -- Of all reserves that were there, as far as the protocol was read.
  lived_seconds double precision NOT NULL,
  coverage_f double precision,
  quality_str text NOT NULL CHECK (quality_str IN ('ok', 'partial', 'missing')),
  gap_reason_str text,
  final_b boolean NOT NULL,
  -- Exact integers: amounts in the protocol's parts of a base unit (a sum of something for a token alone), USD in parts of
  -- 10^-19 tokens times parts of a dollar, weights times rates in parts of 2^-60.
  supplied numeric,
  borrowed numeric,
  available_raw numeric,
  unpriced_supplied numeric,
  supplied_usd numeric NOT NULL,
  borrowed_usd numeric NOT NULL,
  available_usd numeric NOT NULL,
  judged_usd numeric NOT NULL,
  accepted_usd numeric NOT NULL,
  supply_apy_weighted numeric NOT NULL,
  borrow_apy_weighted numeric NOT NULL,
  supply_apr_weighted numeric,
  borrow_apr_weighted numeric,
  -- As they are published.
  token_decimals smallint,
  supplied_amount_f double precision,
  borrowed_amount_f double precision,
  available_amount_f double precision,
  supplied_usd_f double precision,
  borrowed_usd_f double precision,
  available_usd_f double precision,
  tvl_usd_f double precision,
  utilization_f double precision,
  supply_apy_wavg_f double precision,
  borrow_apy_wavg_f double precision,
  supply_apr_wavg_f double precision,
  borrow_apr_wavg_f double precision,
  usable_price_share_f double precision,
  oldest_price_age_seconds bigint,
  unpriced_reserves text[] COLLATE "C" NOT NULL,
  unpriced_supply_share_f double precision,
  -- Of the benchmark alone.
  included_protocols text[] NOT NULL,
  included_token_addresses text[] NOT NULL,
  off_peg_reserves text[] COLLATE "C",
  -- Interest of the hours that are known and priced, in the protocol's parts of a dollar; null where none is.
  interest_supply_side_usd numeric,
  interest_protocol_usd numeric,
  interest_referrer_max_usd numeric,
  interest_host_usd numeric,
  -- Of the buckets that fees are made of: hours, or days that lack nothing.
  fee_buckets integer,
  fee_final boolean,
  fee_observed_seconds double precision,
  fee_elapsed_seconds double precision,
  -- The seconds that are missing most, ten digits, and why.
  fee_missing text COLLATE "C",
  -- `reserves.id` of those that were there and lack a bucket, whose interest is not known throughout, and not priced throughout; null for none.
  incomplete_reserves integer[],
  unknown_reserves integer[],
  unpriced_fee_reserves integer[],
  computed_at timestamptz NOT NULL DEFAULT now(),
  change_id bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (protocol, subject_kind, subject, width_seconds, bucket_start, part),
  CHECK ((part = 'all') = (subject_kind = 'market')),
  CHECK ((subject_kind = 'token') = (num_nulls(supplied, borrowed, available_raw, unpriced_supplied) = 0))
);
CREATE INDEX bucket_totals_change_id_idx ON lend.bucket_totals USING brin (change_id) WITH (pages_per_range = 32);
CREATE INDEX bucket_totals_protocol_width_seconds_bucket_start_idx ON lend.bucket_totals (protocol, width_seconds, bucket_start);

-- Periods whose buckets, or whose reserves' places, have changed since their totals were made, if they were: until the
-- rollup has come to them, totals are served as they were, and not final. Written with the change, so that no writer of
-- buckets can forget it.
CREATE TABLE lend.bucket_totals_due (
  protocol text NOT NULL,
  width_seconds integer NOT NULL,
  bucket_start timestamptz NOT NULL,
  PRIMARY KEY (protocol, width_seconds, bucket_start)
);

-- How far the rollups of a protocol have come in the order of the commits. Quarters of an hour are in the buckets from
-- `quarter_hours_from` on (null: all), and of the commits up to `quarter_hours_seq`.
CREATE TABLE lend.rollup_state (
  protocol text PRIMARY KEY CHECK (protocol <> ''),
  commit_seq bigint NOT NULL CHECK (commit_seq >= 0),
  -- Poll batches observed before this hour are deleted, or are about to be: their spans are not made again.
  purged_before timestamptz,
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Attempts of later transactions, and of those that were at work, are still to be taken in by the rollups. Null: all
  -- are.
  attempts_before xid8,
  quarter_hours_seq bigint,
  quarter_hours_from timestamptz
);

-- Values that were published and are not right, after a fix of derivation or accrual: `rederive` replaces them, and what
-- they were stays here. A row is one value of one row of `of_table`, under the name that its column has there, as
-- Postgres writes it: read back, it is the same number to the last bit. Rows are never changed.
CREATE TABLE lend.corrections (
  at timestamptz NOT NULL,
  corrected_at timestamptz NOT NULL DEFAULT now(),
  id bigint GENERATED ALWAYS AS IDENTITY,
  -- Of observations alone.
  slot bigint,
  change_id bigint NOT NULL DEFAULT 0,
  -- Of the decoder, or of the rollup.
  old_version integer NOT NULL,
  new_version integer NOT NULL,
  reserve text COLLATE "C" NOT NULL,
  protocol text COLLATE "C" NOT NULL,
  of_table text COLLATE "C" NOT NULL CHECK (of_table IN ('reserve_snapshots', 'reserve_quarter_hourly',
    'reserve_hourly', 'reserve_daily')),
  field text COLLATE "C" NOT NULL,
  old_value text,
  new_value text,
  reason text NOT NULL,
  PRIMARY KEY (reserve, id),
  CONSTRAINT slot_of_observation CHECK ((slot IS NULL) = (of_table <> 'reserve_snapshots'))
);
CREATE INDEX corrections_at_idx ON lend.corrections (reserve, of_table, at);
CREATE INDEX corrections_change_id_idx ON lend.corrections USING brin (change_id) WITH (pages_per_range = 32);

-- Days (UTC) of reserves whose buckets a correction is about to make again: what changes in a final bucket of them is
-- kept, whoever changes it. Empty but while a `rederive` is at work, or was ended before its end.
CREATE TABLE lend.open_corrections (
  reserve text COLLATE "C" NOT NULL,
  day timestamptz NOT NULL,
  begun_at timestamptz NOT NULL DEFAULT now(),
  reason text NOT NULL,
  PRIMARY KEY (reserve, day)
);
