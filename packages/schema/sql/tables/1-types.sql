-- Private tables of Tidemark: they may change in any release. Outsiders read the views of `lend_v1`.
--
-- These files make a new database, in the order of their names. Functions, triggers and private views stand in ../repeatable, the views of
-- `lend_v1` in src/views; both are made again where they have changed. A change to a table is made here and as a file of ../../migrations.
--
-- Addresses are COLLATE "C": equal order in every cluster, and the same as in the programs that sort them. Columns of tables with many rows stand
-- in the order of their alignment (8-byte, 4-byte, smaller, variable), which saves the padding between them.
CREATE SCHEMA lend_v1;

-- Integers of the chain, to the last bit.
CREATE DOMAIN lend.u64 AS numeric(20) CHECK (VALUE BETWEEN 0 AND 18446744073709551615);
CREATE DOMAIN lend.i64 AS numeric(20) CHECK (VALUE BETWEEN -9223372036854775808 AND 9223372036854775807);
CREATE DOMAIN lend.u128 AS numeric(39) CHECK (VALUE BETWEEN 0 AND 340282366920938463463374607431768211455);
-- Sum of a few of them, one digit wider.
CREATE DOMAIN lend.u128_sum AS numeric(40) CHECK (VALUE BETWEEN 0 AND 9999999999999999999999999999999999999999);
CREATE DOMAIN lend.u256 AS numeric(78)
  CHECK (VALUE BETWEEN 0 AND 115792089237316195423570985008687907853269984665640564039457584007913129639935);

-- NaN counts as the greatest value in Postgres, so the upper bound refuses it too.
CREATE DOMAIN lend.finite AS double precision CHECK (VALUE > '-Infinity' AND VALUE < 'Infinity');
-- NaN: not known, where null means something else.
CREATE DOMAIN lend.finite_or_unknown AS double precision CHECK (VALUE > '-Infinity' AND VALUE <> 'Infinity');

-- The number of a transaction in this database. After a restore into another cluster, which counts from the beginning, `migrate` replaces this by
-- one that adds the largest number that was restored (../always/change_ids.sql).
CREATE FUNCTION lend.change_id_of(transaction_id xid8) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 0 + transaction_id::text::bigint;
