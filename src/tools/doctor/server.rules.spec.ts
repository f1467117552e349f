import { type Answer, serverAnswerFindings, trustFindings } from './server.rules';

const URL = 'https://api.example.com';
const SENT = 'doctor-0123456789abcdef';
const ready = (requestId = SENT): Answer => ({ isService: true, isReady: true, details: '', requestId });
const none = (reason: string): Answer => ({ isService: false, reason });

describe('the running server', () => {
  it.each<[string, Answer, Answer]>([
    ['ok', ready(), ready()],
    ['problem', ready(), { isService: true, isReady: false, details: 'database down', requestId: SENT }],
    ['problem', ready(), none('CERT_HAS_EXPIRED')],
    ['problem', ready(), none('ERR_TLS_CERT_ALTNAME_INVALID')],
    ['problem', none('ECONNREFUSED'), none('DEPTH_ZERO_SELF_SIGNED_CERT')],
    ['warning', ready(), none('ENOTFOUND')],
    ['warning', none('ECONNREFUSED'), none('another program answers (status 200)')],
  ])('is %s', (state, own, outside) => {
    const [found] = serverAnswerFindings(URL, own, outside);
    expect(found.state).toBe(state);
    if (!outside.isService) expect(found.text).toContain(outside.reason);
  });
});

describe('the headers of the proxy', () => {
  it.each<[string, Answer]>([
    ['ok', ready('9c7f2a3be0a84d0f9b7b0a4c5d6e7f80')],
    ['ok', ready('caddy-3f0c6e9a-1f4b-4a8e-9c1d-2b3a4c5d6e7f')],
    ['warning', ready(SENT)],
    ['warning', ready('3f0c6e9a-1f4b-4a8e-9c1d-2b3a4c5d6e7f')],
  ])('are %s', (state, outside) => {
    expect(trustFindings(SENT, outside).map((found) => found.state)).toEqual([state]);
  });

  it('are unknown without an answer', () => {
    expect(trustFindings(SENT, none('ECONNREFUSED'))).toEqual([]);
  });
});
