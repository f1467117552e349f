import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';

/** The ways in which a page can make a browser call another origin, as used by front ends and attackers. */
const SCRIPT = `
  /** With cookies. Resolves with the text, 'sent' if the page may not read it, or 'refused'. */
  async function byFetch(url, init = {}) {
    try {
      const answer = await fetch(url, { credentials: 'include', ...init });
      return answer.type === 'opaque' ? 'sent' : await answer.text();
    } catch {
      return 'refused';
    }
  }
  const byXhr = (method, url, body) => new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.withCredentials = true;
    if (body !== undefined) request.setRequestHeader('Content-Type', 'application/json');
    request.onload = () => resolve(request.responseText);
    request.onerror = () => resolve('refused');
    request.send(body === undefined ? null : JSON.stringify(body));
  });
  /** Like jQuery. */
  let calls = 0;
  const byScript = (url) => new Promise((resolve) => {
    const name = 'jQuery3600' + (calls += 1) + '_' + Date.now();
    let learned = 'nothing';
    window[name] = (data) => (learned = JSON.stringify(data));
    const script = document.createElement('script');
    script.src = url + '&callback=' + name + '&_=' + Date.now();
    script.onload = () => resolve(learned);
    script.onerror = () => resolve('refused');
    document.head.append(script);
  });
  /** Sends a form into a frame, so that the page stays. */
  const byForm = (url, fields, method = 'POST') => new Promise((resolve) => {
    const frame = document.createElement('iframe');
    frame.name = 'frame' + (calls += 1);
    document.body.append(frame);
    const form = Object.assign(document.createElement('form'), { method, action: url, target: frame.name });
    for (const [name, value] of Object.entries(fields)) {
      form.append(Object.assign(document.createElement('input'), { name, value }));
    }
    document.body.append(form);
    frame.onload = () => {
      let learned = 'sent';
      try { learned = frame.contentDocument ? frame.contentDocument.body.textContent : 'sent'; } catch {}
      resolve(learned);
    };
    form.submit();
  });
  const byImage = (url) => new Promise((resolve) => {
    const image = new Image();
    image.onload = image.onerror = () => resolve('sent');
    image.src = url;
  });
`;

/** The functions of {@link SCRIPT}. */
export type Way = 'byFetch' | 'byXhr' | 'byScript' | 'byForm' | 'byImage';

/** A website whose only page can send every kind of request. Below `/hidden` the page sends no Referer. */
export interface Website {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  close(): void;
}

/** Starts a website on a free port. */
export async function startWebsite(): Promise<Website> {
  const server: Server = createServer((request: IncomingMessage, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (request.url === '/hidden') response.setHeader('referrer-policy', 'no-referrer');
    response.end(`<!doctype html><title>A page</title><body><script>${SCRIPT}</script>`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Sends this kind of request from the open page, and returns what its scripts can read. */
export function ask(page: Page, way: Way, ...parameters: unknown[]): Promise<string> {
  return page.evaluate<string>(`${way}(${parameters.map((one) => JSON.stringify(one)).join(', ')})`);
}
