-- What a mean APR is annualised with when hours are put together: slots or seconds. Null in rows of rollup versions 1 and 2, whose
-- means were made in another way; `npm run rebuild` makes them again.
ALTER TABLE lend.reserve_hourly ADD COLUMN interest_rate_basis text;
ALTER TABLE lend.reserve_daily ADD COLUMN interest_rate_basis text;
