import { serverOf } from './smtp-delivery';

describe('SMTP_URL', () => {
  it('says where the server is; TLS as far as that offers it', () => {
    expect(serverOf('smtp://mail.example.com')).toEqual({
      host: 'mail.example.com',
      port: 587,
      secure: false,
      requireTLS: false,
    });
    expect(serverOf('smtp://[::1]:2525')).toMatchObject({ host: '::1', port: 2525 });
  });

  it('asks for TLS before it says a password, except to this machine', () => {
    expect(serverOf('smtp://ada:p%40ss@mail.example.com:25')).toEqual({
      host: 'mail.example.com',
      port: 25,
      secure: false,
      requireTLS: true,
      auth: { user: 'ada', pass: 'p@ss' },
    });
    for (const host of ['localhost', '127.0.0.1', '[::1]'])
      expect(serverOf(`smtp://ada:secret@${host}:25`).requireTLS).toBe(false);
  });

  it('speaks TLS from the beginning with smtps', () => {
    expect(serverOf('smtps://ada:secret@mail.example.com')).toMatchObject({
      port: 465,
      secure: true,
      requireTLS: false,
    });
  });
});
