//! Which nodes of a graph lie on common cycles.

/// A number for each node, the same for nodes that can reach each other. An edge never leads to a
/// higher number, so lower numbers can be dealt with first.
pub fn components(edges: &[Vec<usize>]) -> Vec<usize> {
    const NONE: usize = usize::MAX;
    let count = edges.len();
    let mut component = vec![NONE; count];
    let (mut order, mut low) = (vec![NONE; count], vec![NONE; count]);
    let (mut open, mut next, mut found) = (Vec::new(), 0, 0);
    // Tarjan's algorithm with the calls on a list: a node and how many of its edges were followed.
    let mut calls: Vec<(usize, usize)> = Vec::new();
    for start in 0..count {
        if order[start] != NONE {
            continue;
        }
        calls.push((start, 0));
        while let Some((node, followed)) = calls.pop() {
            if followed == 0 {
                (order[node], low[node]) = (next, next);
                next += 1;
                open.push(node);
            }
            match edges[node].get(followed) {
                Some(target) => {
                    calls.push((node, followed + 1));
                    if order[*target] == NONE {
                        calls.push((*target, 0));
                    } else if component[*target] == NONE {
                        low[node] = low[node].min(order[*target]);
                    }
                }
                None => {
                    if low[node] == order[node] {
                        while let Some(member) = open.pop() {
                            component[member] = found;
                            if member == node {
                                break;
                            }
                        }
                        found += 1;
                    }
                    if let Some((caller, _)) = calls.last() {
                        low[*caller] = low[*caller].min(low[node]);
                    }
                }
            }
        }
    }
    component
}

/// For each node whether it lies on a cycle.
pub fn on_cycle(edges: &[Vec<usize>]) -> Vec<bool> {
    let component = components(edges);
    let mut sizes = vec![0usize; edges.len()];
    component.iter().for_each(|c| sizes[*c] += 1);
    (0..edges.len()).map(|node| sizes[component[node]] > 1 || edges[node].contains(&node)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_that_reach_each_other_share_a_number_and_edges_go_down() {
        let edges = vec![vec![1], vec![2, 3], vec![1], vec![3, 4], vec![], vec![0]];
        let found = components(&edges);
        assert_eq!(found[1], found[2]);
        assert!(found[0] > found[1] && found[1] > found[3] && found[3] > found[4] && found[5] > found[0]);
        assert_eq!(on_cycle(&edges), [false, true, true, true, false, false]);
    }

    #[test]
    fn long_chains_do_not_exhaust_the_stack() {
        let edges: Vec<Vec<usize>> = (0..100_000).map(|i| vec![(i + 1) % 100_000]).collect();
        assert!(components(&edges).iter().all(|c| *c == 0));
    }
}
