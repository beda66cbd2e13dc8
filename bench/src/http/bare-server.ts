import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

// The cheapest way Node has of sending these bytes: what every other server here is held against.
const [port, bodyFile] = process.argv.slice(2);
if (port === undefined || bodyFile === undefined) throw new RangeError('usage: bare-server PORT BODY_FILE');
const body = readFileSync(bodyFile);
const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length };
createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(body);
}).listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));
