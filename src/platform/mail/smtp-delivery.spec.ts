import type { ComposedMail } from './delivery';
import { serverOf, SmtpDelivery } from './smtp-delivery';

describe('SMTP_URL', () => {
  it('is the address of the server, with TLS if the server offers it', () => {
    expect(serverOf('smtp://mail.example.com')).toEqual({
      host: 'mail.example.com',
      port: 587,
      secure: false,
      requireTLS: false,
    });
    expect(serverOf('smtp://[::1]:2525')).toMatchObject({ host: '::1', port: 2525 });
  });

  it('requires TLS for a password, except to this machine', () => {
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

  it('uses TLS from the start with smtps', () => {
    expect(serverOf('smtps://ada:secret@mail.example.com')).toMatchObject({
      port: 465,
      secure: true,
      requireTLS: false,
    });
  });
});

describe('an invalid SMTP_URL', () => {
  it('fails each mail, and does not disturb the stop of the process', async () => {
    const unheard = jest.fn();
    process.on('unhandledRejection', unheard);
    const delivery = new SmtpDelivery('smtp://ada:%zz@mail.example.com', 1);
    const { signal } = new AbortController();
    await expect(delivery.deliver({} as ComposedMail, signal)).rejects.toMatchObject({ name: 'URIError' });
    delivery.close();
    await new Promise((resolve) => setTimeout(resolve, 10));
    process.off('unhandledRejection', unheard);
    expect(unheard).not.toHaveBeenCalled();
  });
});
