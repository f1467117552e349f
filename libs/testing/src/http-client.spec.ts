import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HttpClient } from './http-client';

interface Echo {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

describe('HttpClient', () => {
  let server: Server;
  let url: string;

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        if (request.url === '/text') {
          response.writeHead(404).end('nothing here');
          return;
        }
        const { method, url: path, headers } = request;
        response.writeHead(200, { 'set-cookie': ['session=s1', 'theme=dark'] });
        response.end(JSON.stringify({ method, url: path, headers, body }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(() => server.close());

  it('keeps the cookies of one visitor, and does not share them with others', async () => {
    const visitor = new HttpClient(url);
    expect((await visitor.get<Echo>('/a')).json.headers.cookie).toBeUndefined();
    expect((await visitor.get<Echo>('/a')).json.headers.cookie).toBe('session=s1; theme=dark');
    expect((await new HttpClient(url).get<Echo>('/a')).json.headers.cookie).toBeUndefined();
  });

  it('sends an object as JSON and a string unchanged', async () => {
    const visitor = new HttpClient(url, { origin: 'https://club.example' });
    const object = (await visitor.post<Echo>('/a?b=c', { name: 'Zoë' })).json;
    expect(object).toMatchObject({ method: 'POST', url: '/a?b=c', body: '{"name":"Zoë"}' });
    expect(object.headers).toMatchObject({
      'content-type': 'application/json',
      origin: 'https://club.example',
    });
    const text = (await visitor.post<Echo>('/a', '{"broken', { headers: { origin: 'null' } })).json;
    expect(text).toMatchObject({ body: '{"broken', headers: { origin: 'null' } });
    expect(text.headers['content-type']).toBeUndefined();
  });

  it('throws with the response text if it is not JSON', async () => {
    const answer = await new HttpClient(url).get('/text');
    expect(answer.status).toBe(404);
    expect(answer.text).toBe('nothing here');
    expect(() => answer.json).toThrow('Not JSON (status 404): nothing here');
  });
});
