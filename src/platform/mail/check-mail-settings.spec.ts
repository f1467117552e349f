import '../../domains';
import { checkMailSettings } from './check-mail-settings';

const faultsOf = (settings: unknown): string[] => {
  const checked = checkMailSettings(JSON.stringify(settings));
  return 'faults' in checked ? checked.faults : [];
};

describe('checkMailSettings', () => {
  it('accepts a sender, texts that print the link, and null for the default', () => {
    const settings = {
      sender: { name: 'Tin Comets', address: null },
      templates: {
        confirm_address: {
          subject: 'Ahoy{% if first_name %} {{ first_name }}{% endif %}',
          text: '{{ link }}',
          html: null,
        },
        reset_password: null,
      },
    };
    expect(checkMailSettings(JSON.stringify(settings))).toEqual({ change: settings });
    expect(faultsOf({})).toEqual([]);
  });

  it.each([['not JSON'], ['[]'], ['null'], ['7']])('refuses %s', (json) => {
    expect(checkMailSettings(json)).toEqual({ faults: ['the file must be a JSON object'] });
  });

  it.each<[unknown, string]>([
    [{ defaults: {} }, 'defaults: unknown; there are sender, templates'],
    [{ sender: 'me' }, 'sender: must be an object'],
    [{ sender: { reply_to: 'x' } }, 'sender.reply_to: unknown; there are name, address'],
    [{ sender: { name: 'a\nb' } }, 'sender.name: must be a name'],
    [{ sender: { name: '' } }, 'sender.name: must be a name'],
    [{ sender: { name: 'a\0' } }, 'sender.name: must be a name'],
    [{ sender: { name: 'a\ud800' } }, 'sender.name: must be a name'],
    [{ sender: { address: 'nobody' } }, 'sender.address: must be an e-mail address'],
    [{ sender: { address: ' a@b.example' } }, 'sender.address: must be an e-mail address'],
    [{ templates: [] }, 'templates: must be an object'],
    [
      { templates: { welcome: {} } },
      'templates.welcome: unknown; there are address_change_notice, address_removed',
    ],
    [{ templates: { reset_password: 'x' } }, 'templates.reset_password: must be an object, or null'],
    [{ templates: { reset_password: { body: 'x' } } }, 'templates.reset_password.body: unknown'],
    [
      { templates: { reset_password: { subject: 'a\nb' } } },
      'templates.reset_password.subject: must be a text',
    ],
    [{ templates: { reset_password: { text: 7 } } }, 'templates.reset_password.text: must be a text'],
    [
      { templates: { reset_password: { text: 'Hello' } } },
      'templates.reset_password.text: must contain {{ link }}',
    ],
    [
      { templates: { reset_password: { html: 'Hi {% if first_name %}{{ link }}{% endif %}' } } },
      'templates.reset_password.html: must contain {{ link }}',
    ],
    [
      { templates: { reset_password: { subject: '{{ "" }}' } } },
      'templates.reset_password.subject: prints nothing',
    ],
    [
      { templates: { reset_password: { text: '{{ lnk }}' } } },
      'templates.reset_password.text: undefined variable: lnk',
    ],
    [{ templates: { reset_password: { html: '{{ link | raw }}' } } }, 'undefined filter: raw'],
    [{ templates: { reset_password: { html: '{% if' } } }, 'templates.reset_password.html: tag'],
  ])('refuses %j', (settings, fault) => {
    expect(faultsOf(settings)).toEqual([expect.stringContaining(fault)]);
  });

  it('reports all faults together', () => {
    expect(
      faultsOf({ a: 1, sender: { name: 7 }, templates: { reset_password: { text: 'x', html: 'y' } } }),
    ).toHaveLength(4);
  });
});
