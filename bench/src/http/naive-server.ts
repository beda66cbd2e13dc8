import express from 'express';
import postgres from 'postgres';

// What one writes first: a query and res.json per request. Column names are those of the answer already.
const [port, databaseUrl] = process.argv.slice(2);
if (port === undefined || databaseUrl === undefined) throw new RangeError('usage: naive-server PORT DATABASE_URL');
const sql = postgres(databaseUrl, { max: 10 });
const app = express();
app.get('/', async (_request, response) => {
  const rows = await sql`
    SELECT extract(epoch FROM l.observed_at)::int AS timestamp, l.lending_market, l.reserve,
           m.display_name AS lending_market_name, r.token_symbol, l.available_amount_f, l.available_amount_usd_f,
           l.supplied_amount_f, l.supplied_amount_usd_f, least(greatest(l.utilization_f, 0), 1) AS utilization_f,
           l.borrow_apy_f, l.supply_apy_f
    FROM lend.reserve_latest l
    JOIN lend.reserves r ON r.address = l.reserve
    LEFT JOIN lend.lending_markets m ON m.address = l.lending_market
    ORDER BY m.display_name, r.token_symbol, l.reserve`;
  response.json(rows);
});
app.listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));
