-- Buckets that have ended since they were made: a token or a reserve that reads left out for hours has them all made when it is back.
CREATE INDEX price_buckets_open_idx ON lend.price_buckets (width_seconds, bucket_start) WHERE NOT final;
CREATE INDEX liquidity_depth_buckets_open_idx ON lend.liquidity_depth_buckets (width_seconds, bucket_start) WHERE NOT final;
CREATE INDEX liquidity_coverage_buckets_open_idx ON lend.liquidity_coverage_buckets (width_seconds, bucket_start) WHERE NOT final;
