/** Strings of the administration page; its tabs have their own. */
export const adminPage = {
  badge: 'Admin Access',
  sections: 'Sections',
  tabs: {
    users: 'Users',
    organizations: 'Organizations',
    activity: 'Activity',
    violations: 'Violations',
    analytics: 'Analytics',
    audit: 'Audit',
  },
  control: 'Agent Control Center',
  loading: 'Loading',
  offline: 'You are offline. What is shown may be out of date.',
  stats: {
    label: 'The instance in numbers',
    total_users: 'Users',
    active_users: 'Active users',
    total_agents: 'Agents',
    active_agents: 'Active agents',
    recent_signups: 'New this week',
    guardrail_violations: 'Violations',
  },
} as const
