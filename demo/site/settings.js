// The only file to change for your own fan club. `npm start` replaces it with the values of its demo.
export const settings = {
  /** The address of the service, as browsers reach it. */
  url: 'http://localhost:3000',
  /** The fan club's key. It is public: it names the fan club, and grants nothing. */
  key: 'demo-tin-comets',
  /** The fan club's `plans_url` in the service. Links for members lead there for everybody else. */
  plansUrl: 'http://localhost:3001/#/plans',
};
