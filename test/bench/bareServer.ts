// A separate process that responds to each request with the same bytes and headers, and does nothing else: the floor
// for any server. Run by fork; gets `{body, headers}` as a message, sends its port.
import { once } from 'node:events';
import http from 'node:http';

interface Given {
  readonly body: string;
  readonly headers: http.OutgoingHttpHeaders;
}

process.once('message', (given: Given) => {
  const body = Buffer.from(given.body);
  const headers = { ...given.headers, 'content-length': body.byteLength };
  const server = http.createServer((_request, response) => {
    response.writeHead(200, headers);
    response.end(body);
  });
  server.listen(0, '127.0.0.1');
  void once(server, 'listening').then(() => {
    const address = server.address();
    process.send?.(typeof address === 'object' ? address?.port : undefined);
  });
});
