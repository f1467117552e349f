/** Where the API is, below the path of `PUBLIC_URL` (decisions 1.1). */
export const API_PATH = '/api/v1';
