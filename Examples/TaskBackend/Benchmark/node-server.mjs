// What the server of tasks is compared with: Node's own HTTP server, an array of objects in memory, and JSON.stringify at
// each request. The URLs are in the objects, which saves it making them. Usage: node node-server.mjs PORT FILE

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [port, file] = process.argv.slice(2);
const tasks = JSON.parse(readFileSync(file));
const version = 1;

const server = createServer({ noDelay: true }, (request, response) => {
  if (request.method !== 'GET' || request.url !== '/tasks') {
    response.writeHead(404).end();
    return;
  }
  const body = JSON.stringify(tasks);
  response.writeHead(200, {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': 'ETag, Link, Location',
    'Content-Type': 'application/json',
    'ETag': `"${version}"`,
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
});

server.listen(port, '127.0.0.1', () => console.error(`listening on http://127.0.0.1:${server.address().port}`));
