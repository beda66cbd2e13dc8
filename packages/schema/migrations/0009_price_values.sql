-- Until decoder version 2 an account whose price status lacked bit 1 was taken for one without a price. But a refresh that brings
-- no price clears the status once the stored price is too old, and keeps the price: a price exists where it is not 0. Rows of
-- such accounts get the values that they lack. Exact until the cast, which rounds to the nearest double as the indexer does:
-- 2^-60 and 2^-120 are finite decimals.
CREATE FUNCTION pg_temp.usd(amount numeric, fraction_bits integer, price_sf numeric, decimals integer)
RETURNS double precision LANGUAGE sql IMMUTABLE AS $$
  SELECT (amount * price_sf * ('1e-' || decimals)::numeric * CASE fraction_bits
    WHEN 0 THEN 0.000000000000000000867361737988403547205962240695953369140625
    ELSE 0.000000000000000000000000000000000000752316384526264005099991383822237233803945956334136013765601092018187046051025390625 END)::float8
$$;

UPDATE lend.reserve_latest AS l SET
  price_usable = true,
  price_usd_f = pg_temp.usd(1, 0, market_price_sf, 0),
  available_amount_usd_f = pg_temp.usd(accrued_available_amount_raw, 0, market_price_sf, r.token_decimals),
  supplied_amount_usd_f = pg_temp.usd(accrued_total_supply_sf, 60, market_price_sf, r.token_decimals),
  borrowed_amount_usd_f = pg_temp.usd(accrued_borrowed_amount_sf, 60, market_price_sf, r.token_decimals),
  decoder_version = 2
FROM lend.reserves AS r
WHERE r.address = l.reserve AND NOT l.price_usable AND l.market_price_sf > 0;

UPDATE lend.reserve_snapshots AS s SET
  price_usable = true,
  price_usd_f = pg_temp.usd(1, 0, market_price_sf, 0),
  available_amount_usd_f = pg_temp.usd(accrued_available_amount_raw, 0, market_price_sf, r.token_decimals),
  supplied_amount_usd_f = pg_temp.usd(accrued_total_supply_sf, 60, market_price_sf, r.token_decimals),
  borrowed_amount_usd_f = pg_temp.usd(accrued_borrowed_amount_sf, 60, market_price_sf, r.token_decimals),
  decoder_version = 2
FROM lend.reserves AS r
WHERE r.address = s.reserve AND NOT s.price_usable AND s.market_price_sf > 0;
