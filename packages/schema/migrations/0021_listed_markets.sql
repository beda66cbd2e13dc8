-- Anybody can create a lending market. Those that this service vouches for are listed: the totals of tokens, protocols and fees count
-- them alone. What an earlier version has stored counts as before, until discovery has read the market again.
ALTER TABLE lend.lending_markets ADD COLUMN listed boolean NOT NULL DEFAULT true;
