/** The screens in the order of their list, most valuable first. */
export const SCREENS = [
  {
    heading: 'Find',
    screens: [{ to: '/t/$tenant/logins', name: 'Logins' }],
  },
  {
    heading: 'Configure',
    screens: [{ to: '/t/$tenant/applications', name: 'Applications' }],
  },
] as const;
