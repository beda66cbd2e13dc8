-- The smallest depth of the 24 hours that end with the newest read, kept by the write of that read, and how much of those hours was observed. Rows of the
-- version before have none until their next read.
ALTER TABLE lend.liquidity_depth_latest
  ADD COLUMN min_24h_marginal_raw numeric,
  ADD COLUMN min_24h_marginal_usd numeric,
  ADD COLUMN min_24h_average_raw numeric,
  ADD COLUMN min_24h_average_usd numeric,
  -- Share of the reads in which the depth was known; null in rows of one source.
  ADD COLUMN known_24h_share double precision;
-- Share of the 24 hours that reads cover.
ALTER TABLE lend.liquidity_tokens ADD COLUMN coverage_24h double precision;
