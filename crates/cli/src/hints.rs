//! What people type who know other programs, and what they probably want.

/// The command that is meant by a word that is none of ours.
pub(crate) fn hint(word: &str) -> Option<&'static str> {
    Some(match word.to_lowercase().as_str() {
        "levels" | "level" | "elo" | "styles" | "opponents" => {
            "the levels with their Elo, and the styles: damier profiles list"
        }
        "checkers" | "draughts" | "dames" | "dammen" | "dama" => {
            "draughts is --game draughts with most commands, such as: damier play --game draughts"
        }
        "chess" => "chess is what every command takes without --game, such as: damier play",
        "analyse" | "analyze" | "analysis" | "eval" | "evaluate" => {
            "to analyse a position: damier explain FEN, \
            damier \"position fen FEN\" \"go depth 20\", or the page: damier serve"
        }
        "annotate" | "judge" => "to judge the moves of games: damier review game.pgn",
        "gui" | "web" | "page" | "server" | "start" | "open" => "the page: damier serve --open",
        "match" | "tournament" | "gauntlet" | "cutechess" | "sprt" => {
            "engines against each other: damier arena --help"
        }
        "train" | "generate" | "selfplay" | "datagen" => {
            "games against itself and networks from them: damier learn --help"
        }
        "version" | "-v" | "about" | "info" => {
            "the version: damier --version; whether this machine and your files are in order: \
            damier doctor; what can be done: damier --help"
        }
        "spsa" => "numbers of an engine, found by playing: damier tune --help",
        "test" | "suite" | "wac" => "to solve a test suite: damier epd FILE.epd",
        "damexchange" => "draughts over the network: damier dxp --help",
        "xboard" | "winboard" | "cecp" => {
            "Damier speaks UCI, not the protocol of XBoard; polyglot translates between them"
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::hint;
    use clap::CommandFactory;

    #[test]
    fn words_of_other_programs_lead_to_ours() {
        assert!(hint("Levels").unwrap().contains("damier profiles list"));
        assert!(hint("checkers").unwrap().contains("--game draughts"));
        assert_eq!(hint("frobnicate"), None);
    }

    #[test]
    fn a_command_of_ours_needs_no_hint() {
        // What is wrong with its arguments would not be told.
        for command in crate::Cli::command().get_subcommands() {
            assert_eq!(hint(command.get_name()), None, "{}", command.get_name());
        }
    }

    #[test]
    fn every_hint_names_commands_that_there_are() {
        let commands = crate::Cli::command();
        for word in
            ["levels", "checkers", "chess", "analyse", "annotate", "gui", "match", "train", "info"]
        {
            let hint = hint(word).unwrap();
            for command in hint.split("damier ").skip(1) {
                let name = command.split([' ', ',', ':', ';']).next().unwrap();
                let is_line = name.starts_with(['"', '-']);
                assert!(is_line || commands.find_subcommand(name).is_some(), "{word}: {name}");
            }
        }
    }
}
