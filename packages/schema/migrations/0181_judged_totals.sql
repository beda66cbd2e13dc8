-- What is supplied at prices that there is a verdict on: the share that passed it is one of these, not of all. Not known of rows in which only
-- some reserves have one, until they are made again.
ALTER TABLE lend.bucket_totals ADD COLUMN judged_usd numeric;
UPDATE lend.bucket_totals SET judged_usd = CASE unjudged WHEN 0 THEN supplied_usd WHEN priced THEN 0 END;
