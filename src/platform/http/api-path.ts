/** Where the API is, below the path of `PUBLIC_URL` (contract 1.1). */
export const API_PATH = '/api/v1';
