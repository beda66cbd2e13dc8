-- What is left for a token of the pools of SOL where all trade at once. Rows of the version before have none.
ALTER TABLE lend.liquidity_depth ADD COLUMN sol_leg_share double precision;
ALTER TABLE lend.liquidity_depth_latest ADD COLUMN sol_leg_share double precision;
-- Pools that the settings name, besides what nodes list.
ALTER TABLE lend.liquidity_pools
  DROP CONSTRAINT liquidity_pools_found_by_check,
  ADD CONSTRAINT liquidity_pools_found_by_check CHECK (found_by IN ('listed', 'built_in', 'configured'));
