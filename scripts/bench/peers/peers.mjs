/** Who is measured, with what, and what is said beside the figures. */
export const PEERS = [
  {
    name: 'langgraph',
    packages: ['@langchain/langgraph', '@langchain/langgraph-checkpoint-sqlite'],
    postgres: false,
    lanes: 1,
    note: 'LangGraph.js 1.7.3, SqliteSaver with synchronous=FULL, durability "sync"; recovered with invoke(null); a node that did not end runs again',
  },
  {
    name: 'dbos',
    packages: ['@dbos-inc/dbos-sdk'],
    postgres: true,
    lanes: 1,
    note: 'DBOS 5.3.0 on PostgreSQL; recovered by DBOS.launch(); steps are tried at least once',
  },
  {
    name: 'openworkflow',
    packages: ['openworkflow', 'postgres'],
    postgres: true,
    // A dead worker's run is claimed again when its lease of 30 s is over: several wait at once.
    lanes: 10,
    note: 'OpenWorkflow 0.10.1 on PostgreSQL; claimed again after its lease of 30 s; a step that did not end runs again',
  },
];

export const RUDISHA_NOTE =
  'Rudisha of this tree on SQLite, its own local M-Pesa without dedupe; recovered by a status query, never by sending again';
