-- Whose account was refused, the market that it is of, and whether that one was listed when it was: a refused account of one protocol says
-- nothing about another, and nobody outside of the listed markets sets a verdict. Null for what protocols share, mints and oracles.
ALTER TABLE lend.quarantine
  ADD COLUMN protocol text COLLATE "C",
  ADD COLUMN lending_market text COLLATE "C",
  ADD COLUMN listed boolean;
UPDATE lend.quarantine AS q SET protocol = r.protocol, lending_market = r.lending_market
FROM lend.reserves AS r WHERE r.address = q.address AND q.account_kind = 'reserve';
UPDATE lend.quarantine AS q SET protocol = m.protocol, lending_market = m.address, listed = m.listed
FROM lend.lending_markets AS m WHERE m.address = q.address AND q.account_kind = 'lending_market';
