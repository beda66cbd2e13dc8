-- Whether the price of a token was made of nothing but what reserves hold themselves: a reserve is not compared with such a price,
-- which may be its own. Null in rows from before this migration.
ALTER TABLE lend.price_aggregates ADD COLUMN reserves_only boolean;
ALTER TABLE lend.price_latest ADD COLUMN reserves_only boolean;
