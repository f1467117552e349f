import { assertDocumented } from './documented';
import { Undocumented } from './undocumented';

const NOT_FOUND = 'The requested resource was not found on the server.';
const PATH = '/api/v1/account/status?key=a';

function answer(body: unknown, { path = PATH, status = 200, method = 'GET', sent = '' } = {}) {
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  return () => assertDocumented({ method, path, status, headers, body: sent, text: JSON.stringify(body) });
}

const account = (customer: object) => ({
  status: 'ok',
  customer: {
    id: 1,
    first_name: null,
    last_name: null,
    email: 'ada@x.example',
    new_email: null,
    birthdate: '1990-12-10',
    age: 35,
    fanclub_id: 1,
    expired: true,
    trial_membership: false,
    at_renewal_cap: false,
    email_aliases: [],
    invalid_email_message: null,
    authentications: [],
    ...customer,
  },
});
const CREATE = { path: '/api/v1/accounts', method: 'POST' };
const created = (body: object) => ({ ...CREATE, sent: JSON.stringify(body) });

describe('an answer that openapi.json allows', () => {
  it.each([
    ['a success', { status: 'ok', logged_in: true }, {}],
    ['a failure', { status: 'error', messages: ['Please use a valid API Key.'] }, {}],
    ['a path with a suffix', { status: 'ok', logged_in: true }, { path: '/api/v1/account/status.json' }],
    [
      'a path with a parameter beside one without',
      { status: 'error', messages: ['No order found'] },
      { path: '/api/v1/orders/latest' },
    ],
    ['an unknown path', { status: 'error', messages: [NOT_FOUND] }, { path: '/api/v1/nowhere', status: 404 }],
    ['a date', account({}), CREATE],
    [
      'a success whose request has the required fields',
      account({}),
      created({ email: 'a@x.example', birthdate: 19901210 }),
    ],
    ['the same, inside an object', account({}), created({ customer: { email: '', birthdate: '' } })],
    [
      'a failure whose request does not have them',
      { status: 'error', messages: ["Email can't be blank"] },
      created({}),
    ],
    ['a path outside the API', { status: 'alive' }, { path: '/healthz' }],
  ])('passes: %s', (_, body, options) => {
    expect(answer(body, options)).not.toThrow();
  });
});

describe('an answer that openapi.json does not allow', () => {
  it.each([
    ['a route that it lacks', { status: 'ok' }, { path: '/api/v1/news' }, /no operation get \/news/],
    ['a method that it lacks', { status: 'ok' }, { method: 'POST' }, /no operation post/],
    ['a field that it lacks', { status: 'ok', logged_in: true, age: 1 }, {}, /showLoginStatus.*age/],
    ['a missing field', { status: 'ok' }, {}, /logged_in/],
    ['a value of another type', { status: 'ok', logged_in: 'yes' }, {}, /logged_in must be boolean/],
    ['no date', account({ birthdate: '1990-02-30' }), CREATE, /birthdate must match format "date"/],
    [
      'a success without a field that the document requires',
      account({}),
      created({ email: 'a@x.example' }),
      /requires other fields of createAccount, which has accepted: email/,
    ],
    [
      'another 404',
      { status: 'error', messages: ['x'] },
      { path: '/api/v1/nowhere', status: 404 },
      /status 404/,
    ],
    ['a message that it lacks', { status: 'error', messages: ['Go away'] }, {}, /Go away/],
  ])('fails: %s', (_, body, options, fault) => {
    expect(answer(body, options)).toThrow(Undocumented);
    expect(answer(body, options)).toThrow(fault);
  });

  it('fails inside a script as well', () => {
    const text = `/**/ typeof f === 'function' && f(${JSON.stringify({ status: 'ok' })});`;
    const headers = { 'content-type': 'text/javascript; charset=utf-8' };
    const path = `${PATH}&callback=f`;
    expect(() => assertDocumented({ method: 'GET', path, status: 200, headers, text })).toThrow(Undocumented);
  });
});
