-- States of more than one protocol. What only one of them has, and has no column, is in `own`; a verdict on the price, and what
-- the versions of its arithmetic are called, is each protocol's own.
ALTER TABLE lend.reserves ALTER COLUMN protocol_liquidation_fee_pct DROP NOT NULL;
ALTER TABLE lend.reserve_snapshots ADD COLUMN own jsonb CHECK (jsonb_typeof(own) = 'object');
ALTER TABLE lend.reserve_latest ADD COLUMN own jsonb CHECK (jsonb_typeof(own) = 'object');
ALTER TABLE lend.reserve_snapshots ALTER COLUMN price_status DROP NOT NULL;
ALTER TABLE lend.reserve_latest ALTER COLUMN price_status DROP NOT NULL;
ALTER TABLE lend.reserve_snapshots DROP CONSTRAINT reserve_snapshots_compounding_check;
ALTER TABLE lend.reserve_latest DROP CONSTRAINT reserve_snapshots_compounding_check;
ALTER TABLE lend.reserve_snapshots ADD CONSTRAINT compounding_is_named CHECK (compounding <> '');
ALTER TABLE lend.reserve_latest ADD CONSTRAINT compounding_is_named CHECK (compounding <> '');
