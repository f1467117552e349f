import type { Samples } from '#samples';

export const samples: Samples = {
  async statements({ given }) {
    const { id, name } = await given.loginProvider({
      name: 'example',
      issuer: 'https://login.example',
      label: 'Example',
    });
    const customer = await given.customer();
    const connection = await given.authentication({ customerId: customer.id });
    return {
      'sign_in.find_provider': { name },
      'sign_in.find_provider_by_id': { id },
      'sign_in.find_account': { email: customer.email! },
      'sign_in.is_connected': { name: connection.name, uid: connection.uid },
    };
  },
  staff: {
    'POST /fanclubs/:fanclubId/login_providers/:id/test': {
      permission: 'keys.write',
      changes: false,
      request: async ({ given, club, n }) => {
        // Nothing is asked: the address is not public.
        const provider = {
          fanclubId: club.id,
          name: `example_${n}`,
          issuer: 'https://127.0.0.1:1',
          label: 'Example',
        };
        return { params: { id: (await given.loginProvider(provider)).id } };
      },
    },
  },
  filteredById: {
    'sign_in.find_provider':
      'no club of the matrix has a provider with an issuer; the sample of the statement has',
  },
};
